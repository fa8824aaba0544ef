import type { Phrases } from '#catalogue/phrases/phrases.ts'
import { noun } from '#catalogue/phrases/grammar/pt-PT.ts'
import type ptBR from './pt-BR.ts'

export default {
  ...noun('turno', 'm'),
  synonyms: 'horário de trabalho, expediente, horas de acesso',
  title: 'Turnos',
  purpose: 'Em que horas da semana cada pessoa pode ter sessão iniciada.',
  deleteText: 'As pessoas ficam sem turno: poderão entrar a qualquer hora.',
  empty: 'Crie um turno e escolha-o na ficha das pessoas que o devem seguir.',
  people: 'Pessoas',
  assigned_zero: 'Ninguém',
  assigned_one: '{{shown}} pessoa',
  assigned_other: '{{shown}} pessoas',
  free: 'Ninguém entra neste dia',
  field: { name: 'Nome', hours: 'Horários' },
  section: {
    whatText: 'Um nome que as pessoas reconheçam, por exemplo “Loja, manhã”.',
    hoursText:
      'No fuso horário da unidade de negócio. Fora destas horas ninguém deste turno entra, e quem tem sessão iniciada sai. O fim do dia é 24:00; um fim anterior ao início, como 22:00–06:00, é do dia seguinte.',
  },
} satisfies Phrases<typeof ptBR>
