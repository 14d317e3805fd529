/* Opens the editor without a console: starts foolproof.exe, which lies beside this program, with the same
   arguments. foolproof.exe itself is a program for terminals, so that they wait for it and show its words. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <wchar.h>

/* Longest path and longest command line of Windows. */
#define MAX_LENGTH 32768

static wchar_t program[MAX_LENGTH], words[2 * MAX_LENGTH];

/* What follows the program's own name, which may stand in quotes. */
static const wchar_t *arguments(const wchar_t *line) {
    wchar_t end = *line == L'"' ? L'"' : L' ';
    line += *line == L'"';
    while (*line && *line != end)
        line++;
    return *line == L'"' ? line + 1 : line;
}

int WINAPI wWinMain(HINSTANCE self, HINSTANCE none, wchar_t *rest, int shown) {
    (void)self, (void)none, (void)rest, (void)shown;
    DWORD length = GetModuleFileNameW(NULL, program, MAX_LENGTH);
    wchar_t *name = wcsrchr(program, L'\\');
    if (length == 0 || length + 16 > MAX_LENGTH || !name)
        return 2;
    wcscpy(name + 1, L"foolproof.exe");
    const wchar_t *given = arguments(GetCommandLineW());
    if (wcslen(given) + wcslen(program) + 4 > MAX_LENGTH)
        return 2;
    wcscpy(words, L"\"");
    wcscat(words, program);
    wcscat(words, L"\"");
    wcscat(words, given);
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION started;
    if (!CreateProcessW(program, words, NULL, NULL, FALSE, CREATE_NO_WINDOW, NULL, NULL, &start, &started)) {
        MessageBoxW(NULL, L"foolproof.exe is missing beside this program, or cannot be started.", L"Foolproof",
                    MB_ICONERROR);
        return 2;
    }
    CloseHandle(started.hThread);
    CloseHandle(started.hProcess);
    return 0;
}
