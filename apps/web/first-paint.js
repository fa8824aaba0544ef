// Runs before the first paint, so that a page in dark mode or with a theme does not flash in other colours.
// It is a file because the content security policy forbids inline scripts. The same entries are written by
// platform/web/theme/colour-scheme.ts and platform/web/theme/active-theme.ts. It also fetches ahead what the first page needs behind the
// first script (apps/web/vite.config.ts names the files). A wrong guess costs a few unused files. Next: early-start.ts.
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
  // Embedded pages keep their session apart and load other files.
  if (location.pathname.startsWith('/embedded/')) return
  const files = JSON.parse(document.currentScript.dataset.files)
  const isSignedIn = keptAt('signed-in') === 'yes'
  const language = keptAt('language')
  const words = files.words[language ?? document.documentElement.lang]
  const isHome = location.pathname === '/'
  const isUsage = /^\/analyze(\/\w+)?$/.test(location.pathname)
  const isReaderPage =
    isUsage || /\/(reports|apps|playlist)\/view$|^\/(all\/reports|catalogs|notifications)$/.test(location.pathname)
  const ahead = [
    ...(words?.first ?? []),
    ...(isSignedIn ? files.person : files.signIn),
    ...(isSignedIn && !isHome ? (words?.reader ?? []) : []),
    // A table and its filters change their height with the font. The home page does not, and is usable sooner without waiting for it.
    ...(isSignedIn && !isHome ? files.fonts : []),
    ...(isSignedIn && !isHome && !isReaderPage ? (words?.rest ?? []) : []),
    ...(isSignedIn && isUsage
      ? location.pathname === '/analyze'
        ? files.usage
        : [...files.usage, ...files.usageLists]
      : []),
  ]
  // What the home page needs behind its first part. The files before have the line first.
  const later = isSignedIn && isHome ? files.home : []
  for (const file of [...ahead, ...later]) {
    const as = file.endsWith('.css') ? 'style' : file.endsWith('.woff2') ? 'font' : 'script'
    const rel = as === 'script' ? 'modulepreload' : 'preload'
    const link = document.createElement('link')
    const fetchPriority = later.includes(file) ? 'low' : 'auto'
    Object.assign(link, { rel, as, crossOrigin: '', fetchPriority, href: `/assets/${file}` })
    document.head.append(link)
  }
  // The first visit needs the language of the host before it can show a word.
  if (language === null)
    globalThis.hostConfig = fetch('/api/login/config', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      credentials: 'omit',
      cache: 'no-store',
    })
      .then((answer) => answer.json())
      .catch(() => null)
})()
