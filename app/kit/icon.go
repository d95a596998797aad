package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Icon is the path of a drawing of the icon set: lines of one width on a square of 16, in the color of the adjacent text.
type Icon string

// The icons. Adjacent text always repeats their meaning.
const (
	FileIcon     Icon = "M9 1.75H4.25V14.25H11.75V4.5ZM9 1.75V4.5H11.75M6.25 8H9.75M6.25 11H9.75"
	FolderIcon   Icon = "M1.75 13.25V3.25H6.25L7.75 5H14.25V13.25Z"
	PlayIcon     Icon = "M4.5 2.5V13.5L13.25 8Z"
	PauseIcon    Icon = "M4.25 3V13M11.75 3V13"
	StepIcon     Icon = "M3 2.75V13.25L10.25 8ZM13 2.75V13.25"
	StopIcon     Icon = "M3.5 3.5H12.5V12.5H3.5Z"
	AgainIcon    Icon = "M13.25 8A5.25 5.25 0 1 1 11.5 4.1M13 1.75V4.75H10"
	UndoIcon     Icon = "M5.5 2.5L2.25 5.75L5.5 9M2.25 5.75H9.75A3.9 3.9 0 0 1 9.75 13.5H6"
	DeleteIcon   Icon = "M2.25 4H13.75M6 4V2H10V4M3.75 4L4.5 14H11.5L12.25 4M6.75 7V11M9.25 7V11"
	CopyIcon     Icon = "M5.5 5.5H14.25V14.25H5.5ZM10.5 5.5V1.75H1.75V10.5H5.5"
	DownloadIcon Icon = "M8 1.75V10.25M4.5 7L8 10.5L11.5 7M2 13.75H14"
	AddIcon      Icon = "M8 2.5V13.5M2.5 8H13.5"
	SearchIcon   Icon = "M6.75 2A4.75 4.75 0 1 1 6.75 11.5A4.75 4.75 0 1 1 6.75 2M10.25 10.25L14.25 14.25"
	CheckIcon    Icon = "M2.5 8.5L6.25 12.25L13.5 4"
	SystemIcon   Icon = "M1.75 2.75H14.25V10.75H1.75ZM8 10.75V13.5M5 13.5H11"
	SunIcon      Icon = "M8 5A3 3 0 1 1 8 11A3 3 0 1 1 8 5M8 1V2.25M8 13.75V15M1 8H2.25M13.75 8H15" +
		"M3 3L3.9 3.9M12.1 12.1L13 13M13 3L12.1 3.9M3.9 12.1L3 13"
	MoonIcon   Icon = "M13.75 9.5A6 6 0 1 1 6.5 2.25A4.75 4.75 0 0 0 13.75 9.5Z"
	ShieldIcon Icon = "M8 1.5L13.5 3.5V7.5C13.5 11 11 13.5 8 14.5C5 13.5 2.5 11 2.5 7.5V3.5ZM5.5 7.75L7.25 9.5L10.5 6"
)

// DrawIcon returns an icon. It is hidden from screen readers, because adjacent text repeats its meaning.
func DrawIcon(icon Icon) app.UI {
	class := "icon"
	if icon == PlayIcon || icon == StopIcon { // filled
		class += " solid"
	}
	return SVG(class, 16, 16, "").Aria("hidden", "true").Body(Path("icon-line", string(icon)))
}
