export default {
  expired: 'Sua sessão expirou',
  updating: 'Atualizando a sessão!',
}
