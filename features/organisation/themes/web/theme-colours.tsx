import { Anchor, CloseButton, ColorInput, ColorSwatch } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hexOf, parseColour } from '#platform/contract/colour.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { checkContrast } from '#platform/web/theme/theme-contrast.ts'
import { inheritedColour, type ThemeColours as Colours } from '#platform/web/theme/theme-tokens.ts'
import classes from './theme-colours.module.css'
import type { ThemeFieldsProps } from './theme-fields-props.ts'

export function ThemeColours({ fields, ...props }: ThemeFieldsProps & { fields: readonly (keyof Colours)[] }) {
  return (
    <div className={classes.colours}>
      {fields.map((field) => (
        <ThemeColour key={field} field={field} {...props} />
      ))}
    </div>
  )
}

/** A colour input: empty means inherited. Then the swatch and the placeholder show the inherited colour, and the picker begins at it. */
function ThemeColour({ field, draft, inherited, faults, effective }: ThemeFieldsProps & { field: keyof Colours }) {
  const { t } = useTranslation()
  const own = draft.values[field]
  const label = t(`organisation.themes.field.${field}`)
  const inheritedHex = inheritedColour({ ...effective, [field]: inherited[field] }, field)
  // What the input says while nothing is chosen: the inherited colour from the focus on, until the person clears it to type another.
  const [begun, setBegun] = useState('')
  const [isFocused, setFocused] = useState(false)
  const value = own ?? begun
  const input = useRef<HTMLInputElement>(null)
  // Typing replaces the inherited colour: it is selected as soon as it is in the input.
  useLayoutEffect(() => {
    if (begun !== '') input.current?.select()
  }, [begun])
  const fault = isFocused || isColour(own) ? undefined : t('general.field.colour', { name: label })
  return (
    <div>
      <ColorInput
        ref={input}
        name={field}
        label={label}
        format="hex"
        error={faults[field] ?? fault}
        placeholder={inheritedHex}
        value={value}
        leftSection={value === '' ? <ColorSwatch color={inheritedHex} size={18} /> : undefined}
        withEyeDropper={false}
        // Keeps an invalid colour in the input, with a message about the fault.
        fixOnBlur={false}
        // Above the field where there is no room over the bar of the form, which says what is not saved.
        popoverProps={{ withinPortal: false, middlewares: { flip: { padding: { bottom: 96 } }, shift: true } }}
        // Two sliders for the pointer, without a name of their own. The keyboard has the input.
        attributes={{ saturation: { title: label }, slider: { title: label } }}
        rightSection={
          own === null ? null : (
            <CloseButton
              size="sm"
              aria-label={t('organisation.themes.inherit', { name: label })}
              onClick={() => draft.set({ [field]: null })}
            />
          )
        }
        onFocus={() => {
          setFocused(true)
          setBegun(inheritedHex)
        }}
        // The browser puts the caret where the pointer clicks, after the focus.
        onClick={() => {
          if (own === null && begun !== '') input.current?.select()
        }}
        onChange={(changed) => {
          setBegun('')
          draft.set({ [field]: changed === '' ? null : complete(changed) })
        }}
        onBlur={() => {
          setFocused(false)
          setBegun('')
          if (own !== null) draft.set({ [field]: hexOf(own) })
        }}
      />
      {effective[field] === null || !isColour(own) ? null : (
        <Contrast field={field} theme={effective} onTake={(colour) => draft.set({ [field]: colour })} />
      )}
    </div>
  )
}

/** False for a text such as `blue`, for which the portal shows the inherited colour. */
const isColour = (own: string | null) => own === null || parseColour(own) !== null

/** Converts a typed rgb() only when it is complete. A `#abc` is not converted, because it may become `#abcdef`. */
const complete = (value: string) => (value.startsWith('#') ? value.toLowerCase() : hexOf(value.toLowerCase()))

type ContrastProps = {
  field: keyof Colours
  theme: ThemeFieldsProps['effective']
  onTake: (colour: string) => void
}

/** Whether the colour is readable; if not, the shade that the portal shows, which one click accepts. */
function Contrast({ field, theme, onTake }: ContrastProps) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const check = checkContrast(theme, field)
  if (check === null) return null
  const displayedRatio = (value: number) => number(value, { maximumFractionDigits: 1 })
  const values = { ratio: displayedRatio(Math.floor(check.ratio * 10) / 10), min: displayedRatio(check.min) }
  const { better } = check
  if (better === null) {
    return (
      <p className={classes.good}>
        <IconCheck size={14} stroke={2} aria-hidden />
        {t('organisation.themes.contrast.good', values)}
      </p>
    )
  }
  return (
    <output className={classes.poor}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      <span>
        {t('organisation.themes.contrast.poor', { ...values, colour: better })}{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => onTake(better)}>
          {t('organisation.themes.contrast.take', { colour: better })}
        </Anchor>
      </span>
    </output>
  )
}
