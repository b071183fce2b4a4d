// The stubs, one behind the other, each at a multiple of 16 bytes; see stubs.go.
#define STUBS4(i) STUB(i) STUB((i)+1) STUB((i)+2) STUB((i)+3)
#define STUBS16(i) STUBS4(i) STUBS4((i)+4) STUBS4((i)+8) STUBS4((i)+12)
#define STUBS64(i) STUBS16(i) STUBS16((i)+16) STUBS16((i)+32) STUBS16((i)+48)
#define STUBS256(i) STUBS64(i) STUBS64((i)+64) STUBS64((i)+128) STUBS64((i)+192)
#define STUBS1024(i) STUBS256(i) STUBS256((i)+256) STUBS256((i)+512) STUBS256((i)+768)
#define STUBS4096(i) STUBS1024(i) STUBS1024((i)+1024) STUBS1024((i)+2048) STUBS1024((i)+3072)

TEXT ·first(SB), NOSPLIT|NOFRAME, $0-0
	STUBS4096(0)
	STUBS4096(4096)
	STUBS4096(8192)
	STUBS4096(12288)
