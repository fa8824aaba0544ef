// The search palette: one field, and the results below it by kind. The focus stays in the field; arrow keys move the selection (ARIA
// combobox pattern). Next: search-results.ts (the results), search-option.tsx (one line).
import { Loader, Modal } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchLength } from '#catalogue/limits.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { SearchOption } from './search-option.tsx'
import classes from './search-palette.module.css'
import { keepChoice } from './search-recent.ts'
import { type OpenAction, type OpenScreen, type Result, type ResultGroup, useResults } from './search-results.ts'

export type { OpenAction, OpenScreen } from './search-results.ts'

type SearchPaletteProps = {
  opened: boolean
  screens: readonly OpenScreen[]
  actions: readonly OpenAction[]
  /** What the person typed before the palette was there. */
  typedBefore: () => string
  /** The field of the palette receives the keys from now on. */
  onReady: () => void
  onClose: () => void
}

export function SearchPalette({ opened, ...rest }: SearchPaletteProps) {
  const { t } = useTranslation()
  const isSmall = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  return (
    <Modal.Root
      opened={opened}
      onClose={rest.onClose}
      size="40rem"
      yOffset="12dvh"
      fullScreen={isSmall}
      classNames={{ content: classes.palette }}
      // The field must have the focus before the next key, so it waits neither for a transition nor for the focus trap.
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('frame.searchAll')}>
        <Palette {...rest} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** Milliseconds without a key before the search is sent, because people pause after a word. */
const pauseMs = 150

function Palette({ screens, actions, typedBefore, onReady, onClose }: Omit<SearchPaletteProps, 'opened'>) {
  const { t } = useTranslation()
  const go = useGo()
  const { user } = useSession()
  const id = useId()
  useFocusReturn()
  const [typed, setTyped] = useState(typedBefore)
  useEffect(onReady, [onReady])
  const search = typed.trim()
  const [searchedText] = useDebouncedValue(search, pauseMs)
  const { groups, busy, failure } = useResults({ search, searchedText, screens, actions })
  const results = groups.flatMap((group) => group.results)
  const [position, setPosition] = useState(0)
  const active = results[Math.min(position, results.length - 1)]
  const choose = (result: Result) => {
    keepChoice(user.id, result.choice)
    onClose()
    go(result.path)
  }
  const press = (event: KeyboardEvent) => {
    if (active === undefined || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPosition((results.indexOf(active) + step + results.length) % results.length)
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    setTyped(text)
    setPosition(0)
  }
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          ref={focusAtOnce}
          {...comboboxOf(id, active)}
          aria-label={t('frame.searchAll')}
          className={classes.input}
          placeholder={t('home.search.placeholder')}
          maxLength={searchLength}
          value={typed}
          onChange={({ currentTarget: { value } }) => type(value)}
          onKeyDown={press}
        />
        {busy ? <Loader size={16} aria-hidden /> : null}
        <button type="button" className={classes.close} aria-label={t('general.action.close')} onClick={onClose}>
          <span className={classes.key} aria-hidden />
          <IconX className={classes.cross} size={20} stroke={1.7} aria-hidden />
        </button>
      </div>
      <ResultList
        id={id}
        groups={groups}
        active={active}
        onPoint={(result) => setPosition(results.indexOf(result))}
        onChoose={choose}
      />
      <State busy={busy} count={results.length} search={search} failure={failure} />
      <p className={classes.keys}>{t('home.search.keys')}</p>
    </>
  )
}

const focusAtOnce = (field: HTMLInputElement | null) => field?.focus()

/** Returns the focus, when the palette closes, to the element that had it before. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before])
}

const listId = (id: string) => `${id}-list`
const optionId = (id: string, { key }: Result) => `${id}-${key}`

/** The ARIA attributes of the field, which keeps the focus and names the line that Enter opens. */
const comboboxOf = (id: string, active: Result | undefined) =>
  ({
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': active !== undefined,
    'aria-controls': listId(id),
    'aria-activedescendant': active && optionId(id, active),
    autoComplete: 'off',
    spellCheck: false,
    enterKeyHint: 'go',
    'data-autofocus': true,
  }) as const

type ResultListProps = {
  id: string
  groups: ResultGroup[]
  active: Result | undefined
  onPoint: (result: Result) => void
  onChoose: (result: Result) => void
}

function ResultList({ id, groups, active, onPoint, onChoose }: ResultListProps) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag shows icons and a second column
    <div id={listId(id)} role="listbox" aria-label={t('home.search.results')} className={classes.list} tabIndex={-1}>
      {groups.map(({ title, results }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tags of groups may not stand in a listbox
        <div key={title} role="group" aria-label={title} className={classes.group}>
          <p className={classes.title} aria-hidden>
            {title}
          </p>
          {results.map((result) => (
            <SearchOption
              key={result.key}
              id={optionId(id, result)}
              result={result}
              active={result === active}
              onPoint={() => onPoint(result)}
              onChoose={() => onChoose(result)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type StateProps = { busy: boolean; count: number; search: string; failure: string | null }

/** The state of the search for screen readers. It is visible only if there are no results. */
function State({ busy, count, search, failure }: StateProps) {
  const { t } = useTranslation()
  const text = () => {
    if (count > 0) return search === '' ? '' : t('home.search.found', { count })
    if (busy) return t('general.state.loading')
    return search === '' ? t('home.search.hint') : t('home.search.nothing', { search })
  }
  return (
    <output className={classes.state} data-shown={count === 0 || undefined}>
      {failure ?? text()}
    </output>
  )
}
