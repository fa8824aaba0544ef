// Runs before anything is painted, so that a person who chose dark never sees a white flash, and nobody one of another theme.
// A file, not an inline script: the content security policy allows none. The same entries are kept by
// platform/web/theme/colour-scheme.ts and platform/web/theme/worn-theme.ts.
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
    // An entry that somebody broke is as good as none.
  }
})()
