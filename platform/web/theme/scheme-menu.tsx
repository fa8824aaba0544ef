import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { colourSchemes } from './colour-scheme.ts'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Chooses light, dark or as the system is. */
export function SchemeMenu() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Present = icons[colorScheme]
  const choose = (value: string) => setColorScheme(colourSchemes.find((scheme) => scheme === value) ?? 'auto')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('frame.scheme.label')}>
          <Present size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme} onChange={choose}>
          {colourSchemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {t(`frame.scheme.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
