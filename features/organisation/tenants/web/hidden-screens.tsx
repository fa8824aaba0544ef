import { Checkbox, SimpleGrid } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { type Hideable, hideable } from '#catalogue/screens.ts'
import { MenuTitlesContext } from '#platform/web/routing/menu-titles.ts'

type HiddenScreensProps = {
  name: string
  error?: string | undefined
  value: Hideable[]
  onChange: (screens: Hideable[]) => void
}

/**
 * The hidden screens of a partner or business unit, by their menu titles. A screen without a menu entry is not offered and stays as it is.
 * Example: `<HiddenScreens name="hidden_menu" value={hidden} onChange={set} />`.
 */
export function HiddenScreens({ name, error, value, onChange }: HiddenScreensProps) {
  const { t, i18n } = useTranslation()
  const titles = useContext(MenuTitlesContext)
  const shown = hideable.filter((screen) => titles.has(screen))
  // Staff and readers may have menu entries of one name.
  const titleOf = (screen: Hideable) =>
    new Intl.ListFormat(i18n.language).format(new Set((titles.get(screen) ?? []).map((title) => t(title))))
  return (
    <Checkbox.Group
      id={name}
      aria-label={t('organisation.tenants.field.hidden_menu')}
      error={error}
      value={value}
      onChange={onChange}
    >
      {/* Rows have enough distance that a row under the save bar does not overlap the next target. */}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="md">
        {shown.map((screen) => (
          <Checkbox key={screen} value={screen} label={titleOf(screen)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
