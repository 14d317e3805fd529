/* The one function of bcryptprimitives.dll that Rust's library asks for. Wine has it from version 9 on; for older
   ones, same-everywhere.sh puts this library into its folder. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
