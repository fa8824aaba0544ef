// The icon of an app on its colour.
import {
  IconBuildingFactory2,
  IconBuildingStore,
  IconChartBar,
  IconCoin,
  IconHeartbeat,
  IconLayoutGrid,
  IconSchool,
  IconTruck,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AppIcon, appColors } from '../contract.ts'
import classes from './app-mark.module.css'

const icons: Record<AppIcon, ComponentType<{ size?: number; stroke?: number }>> = {
  apps: IconLayoutGrid,
  chart: IconChartBar,
  money: IconCoin,
  people: IconUsers,
  truck: IconTruck,
  factory: IconBuildingFactory2,
  store: IconBuildingStore,
  health: IconHeartbeat,
  school: IconSchool,
  globe: IconWorld,
}

type AppMarkProps = { icon: AppIcon; color: (typeof appColors)[number]; size?: number }

export function AppMark({ icon, color, size = 40 }: AppMarkProps) {
  const Icon = icons[icon]
  return (
    <span className={classes.mark} data-color={color} style={{ width: size, height: size }} aria-hidden>
      <Icon size={size * 0.55} stroke={1.7} />
    </span>
  )
}
