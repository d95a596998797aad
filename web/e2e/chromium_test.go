package e2e

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"
)

// nowhere is a closed port: Chromium's own services get this address.
const nowhere = "http://127.0.0.1:9/"

func findChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium: install the package chromium")
}

// disabled lists the browser's features that send requests of their own, and the pages of the address bar, which nobody
// sees: their processes would use a quarter of the processor time that opening a page takes.
var disabled = []string{
	"AimEnabled", "AimServerEligibilityEnabled", "AimServerRequestOnIdentityChangeEnabled",
	"AimServerRequestOnStartupEnabled", "AutofillServerCommunication", "NetworkTimeServiceQuerying", "OptimizationHints",
	"PreconnectToSearch", "Translate",
	"WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
}

// startChromium starts a browser with additional flags. It switches off the background requests of the browser itself.
func startChromium(path, profile string, more ...chromedp.ExecAllocatorOption) (context.Context, error) {
	allocator, _ := chromedp.NewExecAllocator(context.Background(), append(more,
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("process-per-site", true), // so that the tabs of a profile share compiled programs
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-features", strings.Join(disabled, ",")),
		chromedp.Flag("gaia-url", nowhere),
		chromedp.Flag("component-updater", "url-source="+nowhere),
	)...)
	started, _ := chromedp.NewContext(allocator)
	return started, chromedp.Do(started)
}
