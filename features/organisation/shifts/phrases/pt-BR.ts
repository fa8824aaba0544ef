import { noun } from '#catalogue/phrases/grammar/pt-BR.ts'

export default {
  ...noun('turno', 'm'),
  synonyms: 'horário de trabalho, expediente, jornada, horas de acesso',
  title: 'Turnos',
  purpose: 'Em que horas da semana cada pessoa pode estar conectada.',
  deleteText: 'As pessoas ficam, sem turno: poderão entrar a qualquer hora.',
  empty: 'Crie um turno e escolha-o no cadastro das pessoas que devem segui-lo.',
  people: 'Pessoas',
  assigned_zero: 'Ninguém',
  assigned_one: '{{shown}} pessoa',
  assigned_other: '{{shown}} pessoas',
  free: 'Ninguém entra neste dia',
  field: { name: 'Nome', hours: 'Horários' },
  section: {
    whatText: 'Um nome que as pessoas reconheçam, como “Loja, manhã”.',
    hoursText:
      'No fuso da unidade de negócio. Fora destas horas ninguém deste turno entra, e quem está conectado sai. O fim do dia é 24:00; um fim antes do começo, como 22:00–06:00, é do dia seguinte.',
  },
  /** Times of day in schedules of other records. */
}
