// Opens the search over everything: a button in the bar, and Ctrl K or ⌘ K anywhere.
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withAllPhrases } from '#platform/web/language/language.ts'
import classes from './search-button.module.css'
import type { OpenAction, OpenScreen } from './search-palette.tsx'
import { useTypedBefore } from './search-typed-before.ts'

const load = withAllPhrases(() => import('./search-palette.tsx'))

/** The palette, loaded and rendered on first opening. */
const SearchPalette = lazy(() => load().then((module) => ({ default: module.SearchPalette })))

/** The first of these events fetches the palette: the person is there. Before, it would only use the network of the first page. */
const signsOfPerson = ['pointermove', 'pointerdown', 'keydown'] as const

type SearchButtonProps = {
  /** The screens that the person may open, in menu order. */
  screens: readonly OpenScreen[]
  actions: readonly OpenAction[]
}

export function SearchButton({ screens, actions }: SearchButtonProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const { typedBefore, startTyping, endTyping } = useTypedBefore()
  useEffect(() => {
    const first = new AbortController()
    const fetchPalette = () => {
      first.abort()
      void load().catch(() => undefined)
    }
    for (const sign of signsOfPerson) addEventListener(sign, fetchPalette, { signal: first.signal, passive: true })
    return () => first.abort()
  }, [])
  const open = () => {
    if (state === 'untouched') {
      startTyping()
      void load().catch(endTyping)
    }
    // A transition renders the palette as soon as it is loaded; a fallback would delay it by a third of a second.
    startTransition(() => setState('open'))
  }
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
          <SearchPalette
            opened={state === 'open'}
            {...{ screens, actions, typedBefore }}
            onReady={endTyping}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
