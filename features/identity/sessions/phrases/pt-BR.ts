export default {
  expired: 'Sua sessão expirou',
  updating: 'Atualizando a sessão!',
  shift: {
    strip: 'Fim do turno',
    ends: 'Seu turno termina às {{time}}. Salve o que estiver fazendo: a sessão se encerra nessa hora.',
  },
}
