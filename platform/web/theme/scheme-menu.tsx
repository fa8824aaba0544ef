import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { colourSchemes } from './colour-scheme.ts'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Chooses light, dark or the system's scheme. */
export function SchemeMenu() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Present = icons[colorScheme]
  const choose = (value: string) => setColorScheme(colourSchemes.find((scheme) => scheme === value) ?? 'auto')
  return (
    <ChoiceMenu
      value={colorScheme}
      options={colourSchemes.map((scheme) => ({ value: scheme, label: t(`frame.scheme.${scheme}`) }))}
      onChoose={choose}
    >
      {(button) => (
        <ActionIcon
          {...button}
          variant="subtle"
          color="gray"
          c="var(--ink-quiet)"
          size={36}
          aria-label={t('frame.scheme.label')}
        >
          <Present size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </ChoiceMenu>
  )
}
