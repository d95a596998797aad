package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Icon names a drawing of the icon set: lines of one width on a square of 16, in the color of the adjacent text.
type Icon string

// The icons. Adjacent text always repeats their meaning.
const (
	FileIcon     Icon = "file"
	FolderIcon   Icon = "folder"
	PlayIcon     Icon = "play"
	PauseIcon    Icon = "pause"
	StepIcon     Icon = "step"
	StopIcon     Icon = "stop"
	AgainIcon    Icon = "again"
	UndoIcon     Icon = "undo"
	RedoIcon     Icon = "redo"
	EyeIcon      Icon = "eye"
	PinIcon      Icon = "pin"
	NoteIcon     Icon = "note"
	EditIcon     Icon = "edit"
	DeleteIcon   Icon = "delete"
	CopyIcon     Icon = "copy"
	DownloadIcon Icon = "download"
	AddIcon      Icon = "add"
	SearchIcon   Icon = "search"
	InfoIcon     Icon = "info"
	HelpIcon     Icon = "help"
	WarningIcon  Icon = "warning"
	CheckIcon    Icon = "check"
	CrossIcon    Icon = "cross"
	SystemIcon   Icon = "system"
	SunIcon      Icon = "sun"
	MoonIcon     Icon = "moon"
	LinkIcon     Icon = "link"
	ShieldIcon   Icon = "shield"
	UpIcon       Icon = "up"
	DownIcon     Icon = "down"
	LeftIcon     Icon = "left"
	RightIcon    Icon = "right"
)

// outlines holds the path of each icon.
var outlines = map[Icon]string{
	FileIcon:     "M9 1.75H4.25V14.25H11.75V4.5ZM9 1.75V4.5H11.75M6.25 8H9.75M6.25 11H9.75",
	FolderIcon:   "M1.75 13.25V3.25H6.25L7.75 5H14.25V13.25Z",
	PlayIcon:     "M4.5 2.5V13.5L13.25 8Z",
	PauseIcon:    "M4.25 3V13M11.75 3V13",
	StepIcon:     "M3 2.75V13.25L10.25 8ZM13 2.75V13.25",
	StopIcon:     "M3.5 3.5H12.5V12.5H3.5Z",
	AgainIcon:    "M13.25 8A5.25 5.25 0 1 1 11.5 4.1M13 1.75V4.75H10",
	UndoIcon:     "M5.5 2.5L2.25 5.75L5.5 9M2.25 5.75H9.75A3.9 3.9 0 0 1 9.75 13.5H6",
	RedoIcon:     "M10.5 2.5L13.75 5.75L10.5 9M13.75 5.75H6.25A3.9 3.9 0 0 0 6.25 13.5H10",
	EyeIcon:      "M1 8C3.5 2 12.5 2 15 8C12.5 14 3.5 14 1 8ZM8 6A2 2 0 1 1 8 10A2 2 0 1 1 8 6",
	PinIcon:      "M5.25 1.75H10.75M6 1.75V6.5L3.75 9.5H12.25L10 6.5V1.75M8 9.5V14.5",
	NoteIcon:     "M1.75 2.25H14.25V11.25H8L4.75 14.25V11.25H1.75ZM4.75 5.25H11.25M4.75 8.25H9",
	EditIcon:     "M2.25 13.75L3 10.5L11 2.5L13.5 5L5.5 13ZM9.25 4.25L11.75 6.75",
	DeleteIcon:   "M2.25 4H13.75M6 4V2H10V4M3.75 4L4.5 14H11.5L12.25 4M6.75 7V11M9.25 7V11",
	CopyIcon:     "M5.5 5.5H14.25V14.25H5.5ZM10.5 5.5V1.75H1.75V10.5H5.5",
	DownloadIcon: "M8 1.75V10.25M4.5 7L8 10.5L11.5 7M2 13.75H14",
	AddIcon:      "M8 2.5V13.5M2.5 8H13.5",
	SearchIcon:   "M6.75 2A4.75 4.75 0 1 1 6.75 11.5A4.75 4.75 0 1 1 6.75 2M10.25 10.25L14.25 14.25",
	InfoIcon:     "M8 1.5A6.5 6.5 0 1 1 8 14.5A6.5 6.5 0 1 1 8 1.5M8 7.25V11.5M8 4.6V4.65",
	HelpIcon:     "M8 1.5A6.5 6.5 0 1 1 8 14.5A6.5 6.5 0 1 1 8 1.5M6 6.1C6 3.6 10 3.6 10 6.1C10 7.6 8 7.6 8 9.1M8 11.5V11.55",
	WarningIcon:  "M8 1.75L15 14.25H1ZM8 6.25V10M8 12.1V12.15",
	CheckIcon:    "M2.5 8.5L6.25 12.25L13.5 4",
	CrossIcon:    "M3.25 3.25L12.75 12.75M12.75 3.25L3.25 12.75",
	SystemIcon:   "M1.75 2.75H14.25V10.75H1.75ZM8 10.75V13.5M5 13.5H11",
	SunIcon: "M8 5A3 3 0 1 1 8 11A3 3 0 1 1 8 5M8 1V2.25M8 13.75V15M1 8H2.25M13.75 8H15" +
		"M3 3L3.9 3.9M12.1 12.1L13 13M13 3L12.1 3.9M3.9 12.1L3 13",
	MoonIcon: "M13.75 9.5A6 6 0 1 1 6.5 2.25A4.75 4.75 0 0 0 13.75 9.5Z",
	LinkIcon: "M6.75 9.25A2.75 2.75 0 0 0 10.6 9.25L13.25 6.6A2.7 2.7 0 0 0 9.4 2.75L8.25 3.9" +
		"M9.25 6.75A2.75 2.75 0 0 0 5.4 6.75L2.75 9.4A2.7 2.7 0 0 0 6.6 13.25L7.75 12.1",
	ShieldIcon: "M8 1.5L13.5 3.5V7.5C13.5 11 11 13.5 8 14.5C5 13.5 2.5 11 2.5 7.5V3.5ZM5.5 7.75L7.25 9.5L10.5 6",
	UpIcon:     "M3 10.5L8 5.5L13 10.5",
	DownIcon:   "M3 5.5L8 10.5L13 5.5",
	LeftIcon:   "M10.5 3L5.5 8L10.5 13",
	RightIcon:  "M5.5 3L10.5 8L5.5 13",
}

// solid lists the icons that are filled.
var solid = map[Icon]bool{PlayIcon: true, StopIcon: true}

// DrawIcon returns an icon. It is hidden from screen readers, because adjacent text repeats its meaning.
func DrawIcon(name Icon) app.UI {
	class := "icon"
	if solid[name] {
		class += " solid"
	}
	return SVG(class, 16, 16, "").Aria("hidden", "true").Body(Path("icon-line", outlines[name]))
}
