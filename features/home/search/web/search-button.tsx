// Opens the search over everything: a button in the bar, and Ctrl K or ⌘ K anywhere.
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withAllPhrases } from '#platform/web/language/language.ts'
import classes from './search-button.module.css'
import type { OpenAction, OpenScreen } from './search-palette.tsx'

const load = withAllPhrases(() => import('./search-palette.tsx'))

/** The palette, loaded and rendered on first opening. */
const SearchPalette = lazy(() => load().then((module) => ({ default: module.SearchPalette })))

/** Milliseconds until the palette is prefetched. A person types directly after the shortcut, and no key may be lost. */
const fetchAfterMs = 1_500

type SearchButtonProps = {
  /** The screens that the person may open, in menu order. */
  screens: readonly OpenScreen[]
  actions: readonly OpenAction[]
}

export function SearchButton({ screens, actions }: SearchButtonProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  useEffect(() => {
    const timer = setTimeout(() => void load(), fetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // A transition renders the palette as soon as it is loaded; a fallback would delay it by a third of a second.
  const open = () => startTransition(() => setState('open'))
  const close = () => setState('closed')
  useHotkeys([['mod+K', () => (state === 'open' ? close() : open())]], [])
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.words}>{t('frame.searchAll')}</span>
        <kbd className={classes.keys} aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      <Suspense>
        {state === 'untouched' ? null : (
          <SearchPalette opened={state === 'open'} {...{ screens, actions }} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
