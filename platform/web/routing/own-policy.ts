import { useEffect } from 'react'

/**
 * Whether the document was loaded at the present path. The policy that names the hosts of a frame comes with its page, and a document keeps
 * the policy with which it was loaded. From another screen of the portal the page is therefore loaded anew.
 */
export function useOwnPolicy(): boolean {
  const isOwn = loadedPath() === window.location.pathname
  useEffect(() => {
    if (!isOwn) window.location.reload()
  }, [isOwn])
  return isOwn
}

/** The path of the document as it was loaded. */
function loadedPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined ? '' : new URL(loaded.name).pathname
}
