// The icon of a report group. Next: group-icon-field.tsx, the choice of one.
import {
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconCoins,
  IconCpu,
  IconFolder,
  IconBuildingFactory2,
  IconHeadset,
  IconHeart,
  IconLeaf,
  IconSchool,
  IconShield,
  IconShoppingCart,
  IconTarget,
  IconTruck,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type GroupIcon as Name, groupIcons } from '../contract.ts'

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
