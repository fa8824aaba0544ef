// The icon of a report group, and the choice of one.
import { Tooltip } from '@mantine/core'
import {
  IconBuilding, IconCalendar, IconChartBar, IconCoins, IconCpu, IconFolder, IconBuildingFactory2, IconHeadset, IconHeart, IconLeaf,
  IconSchool, IconShield, IconShoppingCart, IconTarget, IconTruck, IconUsers, IconWorld,
} from '@tabler/icons-react' // prettier-ignore
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupIcon as Name, groupIcons } from '../contract.ts'
import classes from './group-icon.module.css'

const drawings: Record<Name, ComponentType<{ size?: number; stroke?: number; className?: string | undefined }>> = {
  chart: IconChartBar,
  coins: IconCoins,
  cart: IconShoppingCart,
  users: IconUsers,
  factory: IconBuildingFactory2,
  truck: IconTruck,
  headset: IconHeadset,
  target: IconTarget,
  calendar: IconCalendar,
  world: IconWorld,
  building: IconBuilding,
  shield: IconShield,
  heart: IconHeart,
  school: IconSchool,
  leaf: IconLeaf,
  cpu: IconCpu,
}

const isName = (icon: string | null): icon is Name => groupIcons.some((name) => name === icon)

/** The icon of a group; a folder for a group without one. */
export function GroupIcon({
  icon,
  size,
  className,
}: {
  icon: string | null
  size: number
  className?: string | undefined
}) {
  const Icon = isName(icon) ? drawings[icon] : IconFolder
  return <Icon size={size} stroke={1.7} className={className} />
}

type IconFieldProps = { value: Name | null; onChange: (icon: Name | null) => void }

/** Radio buttons, one for each icon, and one for the folder. */
export function GroupIconField({ value, onChange }: IconFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('reports.groups.field.icon')}</legend>
      <div className={classes.icons}>
        {[null, ...groupIcons].map((icon) => {
          const label = t(`reports.groups.icon.${icon ?? 'folder'}`)
          return (
            <Tooltip key={icon ?? 'folder'} label={label}>
              <label className={classes.icon} data-chosen={value === icon || undefined}>
                <input
                  className={classes.input}
                  type="radio"
                  name="icon"
                  aria-label={label}
                  checked={value === icon}
                  onChange={() => onChange(icon)}
                />
                <GroupIcon icon={icon} size={20} />
              </label>
            </Tooltip>
          )
        })}
      </div>
    </fieldset>
  )
}
