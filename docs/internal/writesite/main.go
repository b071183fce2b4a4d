// Command writesite gathers the pages of the site in a folder, as Markdown: those of docs/, the
// reference from the doc comments, and the notebooks as the pages that the program exports.
//
// make site makes a static site of the folder.
package main

import (
	"fmt"
	"log"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: writesite ROOT FOLDER")
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(fmt.Errorf("writesite: %w", err))
	}
}
