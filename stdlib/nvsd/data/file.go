package data

// A File is what is known of a file that was read.
type File struct {
	Path   string `json:"path"`   // as it was given
	SHA256 string `json:"sha256"` // of its bytes as they are on the disk, in hexadecimal digits
	Bytes  int64  `json:"bytes"`
}
