// Runs before the first paint, so that a page in dark mode or with a theme does not flash in other colours.
// It is a file because the content security policy forbids inline scripts. The same entries are written by
// platform/web/theme/colour-scheme.ts and platform/web/theme/active-theme.ts.
;(() => {
  const keptAt = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const kept = keptAt('color-scheme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  try {
    const { css, title } = JSON.parse(keptAt('worn-theme') ?? '{}')
    if (typeof css === 'string') {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
    }
    if (typeof title === 'string') document.title = title
  } catch {
    // An invalid entry counts as missing.
  }
})()
