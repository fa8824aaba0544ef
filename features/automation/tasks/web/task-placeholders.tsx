// The placeholders of a task's message, each with a description. A click inserts one at the cursor.
import { Button, Text } from '@mantine/core'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, noTexts, type Texts } from '#catalogue/languages.ts'
import { useForm } from '#platform/web/pages/form-page.tsx'
import { useMainLanguage } from '#platform/web/session/use-session.ts'
import { builtInVariables, type TaskVariable } from '../contract.ts'
import classes from './task-placeholders.module.css'

type Spot = { box: HTMLTextAreaElement; from: number; to: number }

/** Wraps the message field and lists its placeholders. */
export function Placeholders({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const mainLanguage = useMainLanguage()
  const field = useRef<HTMLDivElement>(null)
  const left = useRef<Spot | null>(null)
  const namedVariables = (values['variables'] as TaskVariable[]).filter(({ name }) => name.trim() !== '')
  const leave = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement)
      left.current = { box: target, from: target.selectionStart, to: target.selectionEnd }
  }
  const insert = (name: string) => {
    const box = left.current?.box ?? field.current?.querySelector('textarea')
    if (!box) return
    const language = languages.find((each) => each === box.lang) ?? mainLanguage
    const message = { ...noTexts, ...(values['message'] as Partial<Texts>) }
    const before = message[language] ?? ''
    const { from, to } = left.current ?? { from: before.length, to: before.length }
    const token = `{{${name}}}`
    set({ message: { ...message, [language]: `${before.slice(0, from)}${token}${before.slice(to)}` } })
    const end = from + token.length
    // Waits until the text box has its new text, and then moves the cursor.
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(end, end)
    })
  }
  return (
    <>
      <div ref={field} onBlur={leave}>
        {children}
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {t('automation.tasks.placeholders')}
        </Text>
        <ul className={classes.list}>
          {builtInVariables.map((name) => (
            <Placeholder
              key={name}
              name={name}
              description={t(`automation.tasks.placeholder.${name}`)}
              onInsert={insert}
            />
          ))}
          {namedVariables.map(({ name, substitution, value }, index) => (
            <Placeholder
              key={index}
              name={name.trim()}
              description={
                value.trim() === '' ? '' : t(`automation.tasks.placeholder.${substitution}`, { of: value.trim() })
              }
              onInsert={insert}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

type PlaceholderProps = { name: string; description: string; onInsert: (name: string) => void }

function Placeholder({ name, description, onInsert }: PlaceholderProps) {
  return (
    <li>
      <Button variant="default" size="compact-sm" ff="monospace" fw={400} onClick={() => onInsert(name)}>
        {`{{${name}}}`}
      </Button>
      <Text span size="sm">
        {description}
      </Text>
    </li>
  )
}
