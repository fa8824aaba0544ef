import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLength } from '#catalogue/limits.ts'

type SearchBoxProps = { value: string; onSearch: (search: string) => void }

const pause = 250

/** Search of a list: `/` focuses it, Escape clears it; it asks the server when the person stops typing. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [typedText, setTypedText] = useState(value)
  // The searches of this box that have not come back as `value` yet, oldest first.
  const [sent, setSent] = useState<readonly string[]>([])
  // The shortcut is hidden on a device without a physical keyboard.
  const hasKeys = useMediaQuery('(hover: hover)', true)
  const searchLater = useDebouncedCallback((search: string) => {
    setSent((earlier) => [...earlier, search])
    onSearch(search)
  }, pause)
  useHotkeys([['/', () => input.current?.focus()]])
  if (typedText !== value) {
    setTypedText(value)
    setSent(sent.slice(sent.lastIndexOf(value) + 1 || sent.length))
    // A search of its own that comes back late must not replace what was typed since. Another value was set elsewhere.
    if (!sent.includes(value)) setTyped(value)
  }
  const type = (text: string) => {
    setTyped(text)
    searchLater(text.trim())
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={t('general.action.search')}
      aria-keyshortcuts="/"
      placeholder={t(hasKeys ? 'general.list.searchPlaceholder' : 'general.action.search')}
      maxLength={searchLength}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && type('')}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <ActionIcon variant="subtle" color="gray" aria-label={t('general.action.clear')} onClick={() => type('')}>
            <IconX size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        )
      }
      flex="1 1 11rem"
      maw="24rem"
    />
  )
}
