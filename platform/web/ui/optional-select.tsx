// Choices that may be empty. The library's own clear button is for the mouse alone: hidden from assistive technology, and no stop of the Tab
// key. optional-select.test.ts finds a `clearable` that is not from here.
import { Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** The properties of a choice that may be emptied, with a clear button for everybody. Example: `<MultiSelect {...useClearable()} … />`. */
export function useClearable() {
  const { t } = useTranslation()
  return {
    clearable: true,
    clearButtonProps: {
      'aria-label': t('general.action.clear'),
      'aria-hidden': false,
      tabIndex: 0,
      // The least target of WCAG 2.5.8.
      size: '24',
      // The button is gone with the value: the focus stays at the field.
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => inputAround(currentTarget)?.focus(),
    },
  }
}

/**
 * A select that may be empty: by its clear button, by Delete or Backspace, or by erasing the text of a searchable one. A form holds an absent
 * text as an empty one: it is no choice, and has no clear button.
 */
export function OptionalSelect<Value extends string = string>({
  onKeyDown,
  onInput,
  value: provided = null,
  ...props
}: Omit<SelectProps<Value>, 'clearable' | 'clearButtonProps'>) {
  const clearable = useClearable()
  const value = provided === '' ? null : provided
  const clear = () => {
    const { disabled, readOnly, onChange } = props
    if (value !== null && !disabled && !readOnly) onChange?.(null, null)
  }
  // Escape closes the list, and then the dialog around it: it clears nothing.
  const clearByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (!props.searchable && (event.key === 'Delete' || event.key === 'Backspace')) clear()
  }
  return (
    <Select
      {...props}
      value={value}
      {...clearable}
      onKeyDown={clearByKey}
      onInput={(event) => {
        onInput?.(event)
        if (event.currentTarget.value === '') clear()
      }}
    />
  )
}

/** The visible input of the field that contains an element. */
function inputAround(element: Element): HTMLInputElement | null {
  const field = element.parentElement
  return field && (field.querySelector<HTMLInputElement>('input:not([type="hidden"])') ?? inputAround(field))
}
