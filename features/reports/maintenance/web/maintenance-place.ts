import { IconTool } from '@tabler/icons-react'

export const maintenancePlace = { words: 'reports.maintenance', path: '/maintenance', icon: IconTool } as const
