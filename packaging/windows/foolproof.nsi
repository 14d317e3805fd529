; The installer for Windows: for one user, without an administrator. It takes over no file type: packs are opened
; by "Open with", since what ends in .json belongs to all. windows.sh gives VERSION, CONTENT (a folder), ICON and
; RESULT.
Target amd64-unicode
SetCompressor /SOLID lzma
!include MUI2.nsh
!include FileFunc.nsh

!define CLASSES "Software\Classes"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Foolproof"
!define PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths\foolproof.exe"

Name "Foolproof"
OutFile "${RESULT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Foolproof"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
ManifestDPIAware true
BrandingText " "
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Foolproof"
VIAddVersionKey "FileDescription" "Foolproof's installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT or Apache 2.0"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\foolproof-window.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section
    SetOutPath "$INSTDIR"
    File "${CONTENT}\*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortCut "$SMPROGRAMS\Foolproof.lnk" "$INSTDIR\foolproof-window.exe"

    WriteRegStr HKCU "${CLASSES}\Foolproof.Pack" "" "Foolproof pack"
    WriteRegStr HKCU "${CLASSES}\Foolproof.Pack\DefaultIcon" "" "$INSTDIR\foolproof.exe,0"
    WriteRegStr HKCU "${CLASSES}\Foolproof.Pack\shell\open\command" "" '"$INSTDIR\foolproof-window.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.json\OpenWithProgids" "Foolproof.Pack" ""
    WriteRegStr HKCU "${CLASSES}\Applications\foolproof-window.exe" "FriendlyAppName" "Foolproof"
    WriteRegStr HKCU "${CLASSES}\Applications\foolproof-window.exe\SupportedTypes" ".json" ""
    WriteRegStr HKCU "${CLASSES}\Applications\foolproof-window.exe\shell\open\command" "" '"$INSTDIR\foolproof-window.exe" "%1"'
    WriteRegStr HKCU "${PATHS}" "" "$INSTDIR\foolproof.exe"

    WriteRegStr HKCU "${ENTRY}" "DisplayName" "Foolproof"
    WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\foolproof.exe"
    WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
    WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" $0
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; Only what was installed goes. Levels, settings and unsaved work stay.
Section "Uninstall"
    !include "${CONTENT}.nsh"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Foolproof.lnk"
    DeleteRegKey HKCU "${CLASSES}\Foolproof.Pack"
    DeleteRegValue HKCU "${CLASSES}\.json\OpenWithProgids" "Foolproof.Pack"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.json\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.json"
    DeleteRegKey HKCU "${CLASSES}\Applications\foolproof-window.exe"
    DeleteRegKey HKCU "${PATHS}"
    DeleteRegKey HKCU "${ENTRY}"
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
