import {
  IconBrandGoogle,
  IconBrandWindows,
  IconBuilding,
  IconKey,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ProviderIcon } from '../contract.ts'

const icons: Record<ProviderIcon, TablerIcon> = {
  microsoft: IconBrandWindows,
  google: IconBrandGoogle,
  key: IconKey,
  building: IconBuilding,
  shield: IconShieldLock,
}

/** The picture of a provider's button. */
export function ProviderPicture({ icon }: { icon: ProviderIcon }) {
  const Picture = icons[icon]
  return <Picture size={18} aria-hidden />
}
