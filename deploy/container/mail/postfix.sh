#!/bin/sh
# Writes Postfix's settings from the environment, and becomes Postfix; with an argument, it only writes them.
set -eu
settings=${POSTFIX_CONFIG:-/etc/postfix}

set_all() { postconf -c "$settings" -e "$@"; }

set_all \
    "compatibility_level = 3.6" \
    "myhostname = $MAIL_HOST" \
    "mydestination =" \
    "mynetworks = 127.0.0.0/8" \
    "inet_interfaces = all" \
    "inet_protocols = ipv4" \
    "alias_maps =" \
    "recipient_delimiter = +" \
    "virtual_mailbox_domains = $DOMAIN" \
    "virtual_mailbox_maps = inline:{ { grubenpost@$DOMAIN = grubenpost } }" \
    "virtual_alias_maps = inline:{ { postmaster@$DOMAIN = grubenpost@$DOMAIN } { abuse@$DOMAIN = grubenpost@$DOMAIN } }" \
    "virtual_transport = lmtp:inet:127.0.0.1:24" \
    "relayhost = ${RELAY:-}" \
    "smtpd_relay_restrictions = permit_mynetworks reject_unauth_destination" \
    "smtpd_helo_required = yes" \
    "smtpd_tls_security_level = may" \
    "smtp_tls_security_level = may" \
    "smtp_tls_CApath = /etc/ssl/certs" \
    "message_size_limit = 1000000" \
    "disable_vrfy_command = yes" \
    "maillog_file = /dev/stdout"
[ "${1:-start}" = start ] || exit 0
exec postfix -c "$settings" start-fg
