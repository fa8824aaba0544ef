import { useCallback, useRef } from 'react'
import { searchLength } from '#catalogue/limits.ts'

/**
 * Keeps what a person types after the shortcut while the palette loads. `startTyping` begins to listen; the palette shows `typedBefore()` and
 * calls `endTyping`.
 */
export function useTypedBefore() {
  const text = useRef('')
  const listening = useRef<AbortController>(null)
  const endTyping = useCallback(() => {
    listening.current?.abort()
    text.current = ''
  }, [])
  const startTyping = () => {
    endTyping()
    const started = new AbortController()
    listening.current = started
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Backspace') text.current = text.current.slice(0, -1)
      else if (Array.from(event.key).length === 1) text.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', keep, { capture: true, signal: started.signal })
  }
  const typedBefore = () => text.current.slice(0, searchLength)
  return { typedBefore, startTyping, endTyping }
}
