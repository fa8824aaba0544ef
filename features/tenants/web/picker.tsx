import { Checkbox, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Hideable, hideable } from '#catalogue/screens.ts'

const title = {
  reports: 'tenants.hidden.reports',
  'all/reports': 'home.all.title',
  '{id}/reports/view': 'tenants.hidden.view',
  user: 'users.title',
  group_users: 'users.groups.title',
  shifts: 'shifts.title',
  custom_fields: 'customFields.title',
  tags: 'tags.title',
  powerbi: 'embedding.title',
  'powerbi/workspace': 'embedding.workspaces.title',
  setting: 'settings.title',
  themes: 'themes.title',
  mails: 'mails.title',
  audit: 'audit.title',
} as const

type HiddenScreensProps = {
  name: string
  error?: string | undefined
  value: Hideable[]
  onChange: (screens: Hideable[]) => void
}

/**
 * The screens that a partner or a business unit does without, by their titles. Those of the specification that nobody has built
 * yet are not offered, and stay as they are. Example: `<HiddenScreens name="hidden_menu" value={hidden} onChange={set} />`.
 */
export function HiddenScreens({ name, error, value, onChange }: HiddenScreensProps) {
  const { t } = useTranslation()
  const shown = hideable.filter((screen): screen is keyof typeof title => screen in title)
  return (
    <Checkbox.Group
      id={name}
      aria-label={t('tenants.field.hidden_menu')}
      error={error}
      value={value}
      onChange={onChange}
    >
      {/* Rows so far apart that one half under the save bar is still no target of the next. */}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="md">
        {shown.map((screen) => (
          <Checkbox key={screen} value={screen} label={t(title[screen])} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
