import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} cambió la configuración de la plataforma' },
  synonyms: 'mantenimiento, pantallas ocultas, plataforma',
  title: 'Configuración general',
  purpose: 'Lo que vale para todos los socios y todas las unidades de negocio.',
  hiddenText:
    'Lo que marque desaparece al instante del menú de todos los socios y unidades, y el servidor también lo rechaza. El equipo de la plataforma conserva todo.',
  maintenance: 'Mantenimiento',
  maintenanceText:
    'Mientras esté activado, solo entra el equipo de la plataforma, en todas las direcciones. Las demás personas salen ahora y leen que el portal está en mantenimiento.',
  field: { hidden_menu: 'Pantallas ocultas', maintenance: 'En mantenimiento' },
} satisfies Phrases<typeof ptBR>
