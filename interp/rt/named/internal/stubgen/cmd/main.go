// Command cmd writes stubs.h of package named: run it with
// go generate ./interp/rt/named.
package main

import (
	"log"
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/named/internal/stubgen"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: cmd FILE")
	}
	if err := os.WriteFile(os.Args[1], stubgen.Header(), 0o644); err != nil {
		log.Fatal(err)
	}
}
