package parquet

import (
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A footer is the description at the end of a file. It and the types below have the fields of the
// format that are used, under their numbers, and every other one is passed over: the types of
// package format have all of them, and refuse a file for one that nobody reads.
type footer struct {
	Schema    thrift.Slice[format.SchemaElement] `thrift:"2,required"`
	RowGroups thrift.Slice[rowGroup]             `thrift:"4,required"`
	Meta      thrift.Slice[keyValue]             `thrift:"5,optional"`
}

// A keyValue is an entry of the metadata of the program that wrote the file. It may have no
// value.
type keyValue struct {
	Key   string `thrift:"1,required"`
	Value string `thrift:"2,optional"`
}

// A rowGroup is a set of rows whose columns are stored together.
type rowGroup struct {
	Columns thrift.Slice[columnChunk] `thrift:"1,required"`
	NumRows int64                     `thrift:"3,required"`
}

// A columnChunk is the part of a column that is in a row group.
type columnChunk struct {
	FilePath                string                      `thrift:"1,optional"`
	Meta                    chunkMeta                   `thrift:"3,optional"`
	CryptoMetadata          format.ColumnCryptoMetaData `thrift:"8,optional"`
	EncryptedColumnMetadata []byte                      `thrift:"9,optional"`
}

// A chunkMeta holds the places and the encodings of the pages of a chunk.
type chunkMeta struct {
	Type                 format.Type             `thrift:"1,required"`
	Codec                format.CompressionCodec `thrift:"4,required"`
	DataPageOffset       int64                   `thrift:"9,required"`
	DictionaryPageOffset int64                   `thrift:"11,optional"`
}
