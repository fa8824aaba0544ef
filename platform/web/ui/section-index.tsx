// The index of a long form: its sections, the visible one marked, and those with faults. Short forms have none.
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './section-index.module.css'

type Section = { id: string; title: string }

const SectionsContext = createContext<(section: Section) => () => void>(() => () => undefined)

/** Adds a section to the index of the surrounding form. */
export function useIndexed(id: string, title: string): void {
  const add = useContext(SectionsContext)
  useEffect(() => add({ id, title }), [add, id, title])
}

/** The number of sections from which a form has an index. */
const longForm = 4

export function IndexedSections({ faults, children }: { faults: object; children: ReactNode }) {
  const [sections, setSections] = useState<Section[]>([])
  const add = useCallback((section: Section) => {
    setSections((before) => [...before, section].toSorted(inPage))
    return () => setSections((before) => before.filter(({ id }) => id !== section.id))
  }, [])
  return (
    <SectionsContext value={add}>
      <div className={classes.beside}>
        {children}
        {sections.length < longForm ? null : <Index sections={sections} faults={faults} />}
      </div>
    </SectionsContext>
  )
}

function inPage(one: Section, other: Section): number {
  const [first, second] = [one, other].map(({ id }) => document.getElementById(id))
  return first && second && first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

function Index({ sections, faults }: { sections: Section[]; faults: object }) {
  const { t } = useTranslation()
  const current = useSectionInView(sections)
  const faulty = useFaulty(sections, faults)
  return (
    <nav className={classes.index} aria-label={t('general.form.index')}>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => goTo(id)}
              data-faulty={faulty.has(id) || undefined}
            >
              {title}
              {faulty.has(id) ? <VisuallyHidden>, {t('general.form.indexFault')}</VisuallyHidden> : null}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Scrolls with or without animation (reduced motion) and moves the focus. */
function goTo(id: string): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(id)?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true })
}

/** The section that crosses a line at one third of the window's height. */
function useSectionInView(sections: Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && setCurrent(target.id)),
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)
      if (section) seen.observe(section)
    }
    return () => seen.disconnect()
  }, [sections])
  return current
}

function useFaulty(sections: Section[], faults: object): ReadonlySet<string> {
  const [faulty, setFaulty] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const wrong = ({ id }: Section) => Boolean(document.getElementById(id)?.querySelector('[aria-invalid="true"]'))
    setFaulty(new Set(sections.filter(wrong).map(({ id }) => id)))
    // oxlint-disable-next-line react/exhaustive-deps -- the faults as they are told, not the object that holds them
  }, [sections, JSON.stringify(faults)])
  return faulty
}
