// A text field that formats while a person types or pastes, and keeps the caret where they type. The fields of each kind are beside it.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { caretAfter } from './caret.ts'

type MaskedInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value: string
  onChange: (formatted: string) => void
  format: (typed: string) => string
  /** Matches one character that the format keeps; all others are separators. */
  significant: RegExp
}

export function MaskedInput({ value, onChange, format, significant, ...input }: MaskedInputProps) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // The browser puts the caret to the end when the displayed text is not the typed one.
  useLayoutEffect(() => {
    if (caret.current !== null && element.current === document.activeElement) {
      element.current?.setSelectionRange(caret.current, caret.current)
    }
    caret.current = null
  })
  const displayed = format(value)
  return (
    <TextInput
      {...input}
      ref={element}
      value={displayed}
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        const formatted = format(typed)
        caret.current = caretAfter(typed, selectionStart ?? typed.length, formatted, significant)
        // Without a change nothing is rendered again, and React restores the displayed text itself.
        if (formatted === displayed) {
          const place = caret.current
          queueMicrotask(() => element.current?.setSelectionRange(place, place))
        } else onChange(formatted)
      }}
    />
  )
}
