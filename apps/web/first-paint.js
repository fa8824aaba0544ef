// Runs before anything is painted, so that a person who chose dark never sees a white flash. A file, not an inline script:
// the content security policy allows none. The same entry is kept by platform/web/theme/colour-scheme.ts.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('color-scheme')
  } catch {}
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
