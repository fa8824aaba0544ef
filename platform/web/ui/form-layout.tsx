// The frame of a form: one column of sections, each with a sentence about its purpose; faults at the top; the save bar at the bottom.
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#platform/contract/call.ts'
import type { Submission } from '../client/use-submit.ts'
import { firstTap } from './first-tap.ts'
import { underToasts } from './above-toasts.ts'
import classes from './form-layout.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { IndexedSections, useIndexed } from './section-index.tsx'

type FormLayoutProps = {
  submission: Pick<Submission<Call>, 'faults' | 'refusal' | 'attempt' | 'busy' | 'done'>
  /** The unsaved changes, in words. */
  changed: readonly string[]
  /** The verb of the button. */
  action: ReactNode
  /** False for a person who may read but not change the record. */
  editable?: boolean
  onSubmit: () => void
  onCancel: () => void
  /** Loads the record again after another person changed it. Absent for a new record. */
  onReload?: (() => void) | undefined
  /** Shows the other person's changes and merges the draft. */
  onMerge?: (() => void) | undefined
  /**
   * Fields that are not always displayed, each with the field that displays it: an address of the first leads to the second. Pass a constant:
   * a new object would move the focus again.
   */
  displayedBy?: Readonly<Record<string, string>>
  children: ReactNode
}

export function FormLayout({ submission, changed, editable = true, displayedBy, children, ...props }: FormLayoutProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  useFieldOfAddress(displayedBy)
  return (
    <IndexedSections faults={submission.faults}>
      <form className={classes.form} onSubmit={send} noValidate>
        <LeaveGuard changed={changed.length > 0 && !submission.done} />
        <Faults submission={submission} onReload={props.onReload} onMerge={props.onMerge} />
        {/* While it is saved, nobody types or clicks: the form begins again with what the server has, and both would be lost. */}
        <fieldset className={classes.fields} disabled={!editable} inert={submission.busy}>
          {children}
        </fieldset>
        {editable ? <SaveBar changed={changed} busy={submission.busy} {...props} /> : null}
      </form>
    </IndexedSections>
  )
}

/**
 * The faults at the top, announced to screen readers, in the order of the page; each sentence links to its field. The cursor moves to the
 * first field, or to the faults when none of them concerns a field on the page.
 */
function Faults({ submission, onReload, onMerge }: Pick<FormLayoutProps, 'submission' | 'onReload' | 'onMerge'>) {
  const { t } = useTranslation()
  const { faults, refusal, attempt } = submission
  const box = useRef<HTMLDivElement>(null)
  const sentences = inPageOrder(Object.entries(faults))
  const hasFaults = sentences.length > 0 || refusal !== null
  const lastReadAttempt = useRef(0)
  // The cursor moves once per attempt: a fault that disappears and comes back while the person types must not move it.
  useEffect(() => {
    if (!hasFaults || attempt === lastReadAttempt.current) return
    lastReadAttempt.current = attempt
    const [first] = inPageOrder(Object.entries(faults))
    const field = first && fieldOf(first[0])
    if (field) field.focus()
    else box.current?.focus()
  }, [hasFaults, attempt, faults])
  if (!hasFaults) return null
  const isStale = refusal?.key === 'stale_version' && onReload !== undefined
  return (
    <Alert
      ref={box}
      className={classes.faults}
      vars={alertColours}
      variant="light"
      role="alert"
      tabIndex={-1}
      icon={<IconAlertCircle aria-hidden />}
      title={refusal?.message ?? t('general.form.summary')}
    >
      <ul>
        {sentences.map(([field, sentence]) => (
          <li key={field}>
            <button type="button" onClick={() => focusField(field)}>
              {sentence}
            </button>
          </li>
        ))}
      </ul>
      {isStale ? (
        <Group gap="xs" mt="xs">
          {onMerge === undefined ? null : (
            <Button size="xs" onClick={onMerge}>
              {t('general.merge.open')}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onReload}>
            {t(onMerge === undefined ? 'general.action.reload' : 'general.merge.discard')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  )
}

const alertColours = () => ({ root: { '--alert-bg': 'var(--danger-soft)', '--alert-color': 'var(--danger)' } })

/** The visible input of a field, by its wire name. */
const fieldOf = (field: string): HTMLElement | undefined =>
  document.getElementById(field) ?? document.getElementsByName(field)[0]

const focusField = (field: string) => fieldOf(field)?.focus()

/** Sorts faults as their fields stand on the page. Those without a field stay behind the others. */
function inPageOrder(faults: readonly [field: string, sentence: string][]): [field: string, sentence: string][] {
  return faults.toSorted(([one], [other]) => {
    const [first, second] = [fieldOf(one), fieldOf(other)]
    if (!first || !second) return Number(!first) - Number(!second)
    const position = first.compareDocumentPosition(second)
    return position & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : position & Node.DOCUMENT_POSITION_PRECEDING ? 1 : 0
  })
}

const nothingHidden = {}

/** An address such as `/setting#login_timeout` leads to the field, also when it is opened a second time. */
function useFieldOfAddress(displayedBy: FormLayoutProps['displayedBy'] = nothingHidden): void {
  const { hash } = useLocation()
  const router = useRouter()
  useEffect(() => {
    const lead = () => leadTo(firstOnPage(hash, displayedBy))
    lead()
    return router.subscribe('onResolved', ({ hrefChanged }) => (hrefChanged ? undefined : lead()))
  }, [hash, router, displayedBy])
}

function leadTo(field: HTMLElement | undefined): void {
  if (field === undefined) return
  // The middle of the window: neither the frame's bar nor the save bar covers it there.
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
  // The name of a group of inputs belongs to an element that takes no focus.
  if (document.activeElement !== field)
    field.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
}

/** The field of a name, or else the nearest one on the page that displays it. */
function firstOnPage(name: string, displayedBy: Readonly<Record<string, string>>): HTMLElement | undefined {
  const tried = new Set<string>()
  for (let field: string | undefined = name; field && !tried.has(field); field = displayedBy[field]) {
    const found = fieldOf(field)
    if (found) return found
    tried.add(field)
  }
  return undefined
}

type SaveBarProps = Pick<FormLayoutProps, 'action' | 'changed' | 'onCancel' | 'onReload'> & { busy: boolean }

/** Names the unsaved changes of a stored record. A new record has only what was just typed. */
function SaveBar({ action, changed, busy, onCancel, onReload }: SaveBarProps) {
  const { t } = useTranslation()
  const count = changed.length
  const isNew = onReload === undefined
  return (
    <div className={classes.bar} {...firstTap} {...underToasts}>
      <p className={classes.state} aria-live="polite">
        {isNew ? null : count === 0 ? t('general.form.unchanged') : t('general.form.changed', { count })}
        {isNew || count === 0 ? null : <span className={classes.which}>{changed.join(', ')}</span>}
      </p>
      <Button variant="default" onClick={onCancel}>
        {t('general.action.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={count === 0 && !isNew}>
        {action}
      </Button>
    </div>
  )
}

/** Fields that belong together, and why they are needed. */
export function FormSection({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId()
  useIndexed(id, title)
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className={classes.title} tabIndex={-1}>
          {title}
        </h2>
        <p className={classes.text}>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** A label that marks the field as optional. */
export function OptionalLabel({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      {children}{' '}
      <Text span size="xs" c="dimmed" fw={400}>
        ({t('general.form.optional')})
      </Text>
    </>
  )
}

/** A placeholder of the same height while a form loads. */
export function FormSkeleton({ sections = 2 }: { sections?: number }) {
  const { t } = useTranslation()
  return (
    <section className={classes.form} aria-busy aria-label={t('general.state.loading')}>
      <div className={classes.fields}>
        {Array.from({ length: sections }, (_, index) => (
          <div key={index} className={classes.section}>
            <Skeleton height={16} width="12rem" radius="xl" />
            <Skeleton height={12} width="75%" radius="xl" />
            <Skeleton height={36} />
            <Skeleton height={36} />
          </div>
        ))}
      </div>
    </section>
  )
}
