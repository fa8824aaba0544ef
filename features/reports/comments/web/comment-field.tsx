// A text field that offers people after an `@`. Arrow keys and Enter choose one.
import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportComments as limits } from '#catalogue/limits.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { listCommentPeople } from '../contract.ts'
import { type MentionedPerson, typedName, withName } from './comment-mentions.ts'

type FieldProps = {
  reportId: string
  label: string
  error?: string | undefined
  /** Whether the field gets the focus when it appears. */
  takesFocus?: boolean
  value: string
  /** Receives the new text. `mentioned`: the person whom the user has just chosen. */
  onChange: (text: string, mentioned?: MentionedPerson) => void
}

export function CommentField({ reportId, label, error, takesFocus = false, value, onChange }: FieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const menu = useCombobox()
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const [typed, setTyped] = useState<string | null>(null)
  const { data } = useCallQuery(
    listCommentPeople,
    { reportId, search: typed?.trim() ?? '' },
    { enabled: typed !== null, keep: true, freshFor: 30_000 },
  )
  const people = data?.data ?? []
  const close = () => {
    setTyped(null)
    menu.closeDropdown()
  }
  const choose = (id: string) => {
    const person = people.find((one) => one.id === id)
    const element = field.current
    if (!person || !element) return
    const insertion = withName(value, element.selectionStart, person)
    onChange(insertion.text, person)
    close()
    // The caret can be set only after React has rendered the new text.
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(insertion.caret, insertion.caret)
    })
  }
  return (
    <Combobox store={menu} onOptionSubmit={choose} withinPortal={false}>
      <Combobox.Target>
        <Textarea
          ref={field}
          name="text"
          label={label}
          description={t('reports.comments.help.text')}
          error={error}
          maxLength={limits.length}
          autosize
          minRows={2}
          maxRows={8}
          value={value}
          onChange={({ currentTarget: { value: newText, selectionStart } }) => {
            onChange(newText)
            const name = typedName(newText, selectionStart)
            setTyped(name)
            menu.resetSelectedOption()
            if (name === null) menu.closeDropdown()
            else menu.openDropdown()
          }}
          onBlur={close}
          data-autofocus
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={typed === null || people.length === 0}>
        <Combobox.Options aria-label={t('reports.comments.people')}>
          {people.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
