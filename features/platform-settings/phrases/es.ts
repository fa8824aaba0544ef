import type { Phrases } from '#catalogue/phrases/general.ts'
import type ptBR from './pt-BR.ts'

export default {
  noun: 'Plataforma',
  audit: { updated: '{{actor}} cambió la configuración de la plataforma' },
  title: 'Configuración general',
  purpose: 'Lo que vale para todos los socios y todas las unidades de negocio.',
  hiddenText:
    'Lo que marque desaparece al instante del menú de todos los socios y unidades, y el servidor también lo rechaza. El equipo de la plataforma conserva todo.',
  field: { hidden_menu: 'Pantallas ocultas' },
} satisfies Phrases<typeof ptBR>
