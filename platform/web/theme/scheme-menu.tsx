import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { colourSchemes } from './colour-scheme.ts'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Chooses light, dark or as the system is. */
export function SchemeMenu() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Present = icons[colorScheme]
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('frame.scheme.label')}>
          <Present size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {colourSchemes.map((scheme) => {
          const Icon = icons[scheme]
          return (
            <Menu.Item
              key={scheme}
              role="menuitemradio"
              aria-checked={scheme === colorScheme}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
              rightSection={scheme === colorScheme ? <IconCheck size={14} aria-hidden /> : null}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`frame.scheme.${scheme}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
