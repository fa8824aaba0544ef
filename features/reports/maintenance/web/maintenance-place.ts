import { IconTool } from '@tabler/icons-react'

export const maintenancePlace = { phrasePrefix: 'reports.maintenance', path: '/maintenance', icon: IconTool } as const
