export default {
  noun: 'Falha de relatório',
  audit: { followed: '{{actor}} mudou o acompanhamento da falha do relatório {{target}}' },
  known: 'Uma falha deste relatório é conhecida desde {{when}}. Quem atende os chamados já cuida dela.',
  follow: 'Avise-me quando terminar',
  follows: 'Você recebe uma notificação quando ela terminar.',
  unfollow: 'Não avisar',
  field: { reportId: 'Relatório', follows: 'Acompanhar a falha' },
}
