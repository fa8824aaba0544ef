// Paths for screens: parts of the present path, links, navigation.
import { Link, type LinkComponentProps, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A part of the path, named in the entry. Example: `/$id/reports/view` has `usePathPart('id')`. */
export function usePathPart(name: string): string {
  const parts: Record<string, string | undefined> = useParams({ strict: false })
  const part = parts[name]
  if (part === undefined) throw new Error(`This screen's path has no $${name}.`)
  return part
}

/** Goes to a path of the portal, query included; `replace` adds no history entry. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback((path, { replace = false } = {}) => void navigate({ href: path, replace }), [navigate])
}

/** Goes back one step, or to `otherwise` when the person came here directly. */
export function useGoBack(otherwise: string): () => void {
  const { history } = useRouter()
  return () => (history.canGoBack() ? history.back() : history.push(otherwise))
}

/** A link inside the portal; prefetches its screen on hover. */
export function PathLink({ to, ...rest }: Omit<LinkComponentProps, 'to'> & { to: string }) {
  return <Link to={to} {...rest} />
}
