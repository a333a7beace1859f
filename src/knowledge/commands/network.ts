/**
 * Programs that send and fetch.
 */
import type { Grammar } from "../grammar.ts"

export const network: Readonly<Record<string, Grammar>> = {
  curl: {
    does: "uses the network",
    options:
      "-# -0123460aBfgGiIjJklLMnNOpqRsSvVZ -A= -b=read -c=write -C= -d=at -D=write -e= -E=read -F=form -H=at -h[=] -K=read -m= -o=write -P= -Q= -r= -t= -T=read -u= -U= -w=at -x= -X= -y= -Y= -z= --abstract-unix-socket= --append --basic --cacert=read --capath=read --cert=read --cert-type= --ciphers= --compressed --config=read --connect-timeout= --connect-to= --cookie=read --cookie-jar=write --create-dirs --crlfile=read --data=at --data-ascii=at --data-binary=at --data-raw= --data-urlencode=ref --digest --dump-header=write --etag-compare=read --etag-save=write --fail --fail-with-body --fail-early --form=form --form-string= --get --globoff --head --header=at --hsts=write --http1.1 --http2 --http3 --include --insecure --interface= --ipv4 --ipv6 --json=at --junk-session-cookies --key=read --key-type= --keepalive-time= --limit-rate= --location --location-trusted --max-filesize= --max-redirs= --max-time= --netrc --netrc-file=read --netrc-optional --no-buffer --no-progress-meter --no-keepalive --noproxy= --ntlm --oauth2-bearer= --output=write --output-dir=write --parallel --parallel-max= --pass= --path-as-is --pinnedpubkey=read --post301 --post302 --post303 --progress-bar --proto= --proto-default= --proto-redir= --proxy= --proxy-user= --proxy-header=at --pubkey=read --quote= --range= --rate= --referer= --remote-header-name --remote-name --remote-name-all --remote-time --request= --request-target= --resolve= --retry= --retry-all-errors --retry-connrefused --retry-delay= --retry-max-time= --show-error --show-headers --silent --socks5= --socks5-hostname= --ssl-reqd --stderr=write --tcp-nodelay --tls-max= --tlsv1.2 --tlsv1.3 --trace=write --trace-ascii=write --trace-time --unix-socket=any --upload-file=read --url=url --url-query= --user= --user-agent= --verbose --version --help --write-out=at --xattr",
    operands: "url*"
  },
  wget: {
    does: "uses the network and writes files",
    options:
      "-bcdEFHkKLmNnpqrSvVx -a=write -A= -B= -D= -e= -i=read -I= -l= -o=write -O=write -P=into -Q= -R= -t= -T= -U= -w= -X= --append-output=write --background --body-data= --body-file=read --ca-certificate=read --ca-directory=read --certificate=read --config=read --content-disposition --continue --cut-dirs= --debug --directory-prefix=into --execute= --header= --https-only --input-file=read --level= --limit-rate= --load-cookies=read --max-redirect= --method= --mirror --no-check-certificate --no-clobber --no-host-directories --no-parent --no-proxy --no-verbose --output-document=write --output-file=write --page-requisites --password= --post-data= --post-file=read --private-key=read --quiet --recursive --referer= --retry-connrefused --save-cookies=write --show-progress --spider --timeout= --timestamping --tries= --trust-server-names --user= --user-agent= --verbose --wait= !!--use-askpass=shell",
    operands: "url*"
  },
  scp: {
    does: "copies over the network",
    options: "-346ABCOpqRrsTv -c= -D= -F=read -i=read -J= -l= !!-o= -P= !!-S=shell -X=",
    operands: "remote* remote-write",
    when: { "-r": { tree: true, follows: true } }
  },
  sftp: {
    does: "uses the network",
    options: "-46AaCfNpqrv -B= -b=read -c= !!-D=shell -F=read -i=read -J= -l= !!-o= -P= -R= !!-S=shell -s= -X=",
    operands: "text*"
  },
  nc: {
    does: "uses the network",
    options:
      "!!-e=shell !!-c=shell -lknuvz46NrtUCdDhS -p= -w= -s= -q= -i= -x= -X= -I= -O= -T= -V= -m= !!--exec=shell !!--sh-exec=shell",
    operands: "text*"
  },
  ncat: {
    does: "uses the network",
    options:
      "!!-e=shell !!-c=shell -lknuvz46NrtUC -p= -w= -s= -q= -i= !!--exec=shell !!--sh-exec=shell !!--lua-exec=read",
    operands: "text*"
  },
  "ssh-keygen": {
    does: "makes and changes keys",
    options:
      "-BceghiKLlopqQuvyAHk -a= -b= -C= -D= -E= -f=any -F= -G=write -I= -i -m= -N= -n= -O= -P= -R= -r= -s=read -t= -U -V= -w= -Y= -z= -Z=",
    operands: "any*"
  },
  "ssh-add": {
    does: "changes the agent's keys",
    options: "-cDdKkLlqvXxA -E= -e= -s= -S= -T -t= -H=read -h=",
    operands: "read*"
  },
  http: {
    does: "uses the network",
    options:
      "-bdfhjpvFI -o=write -a= -A= --body --download --follow --form --headers --json --output=write --verify= --session=any",
    operands: "url*"
  },
  ping: {
    does: "uses the network",
    options: "-46AaDfhLnOqrRUvVbB -c= -i= -I= -l= -m= -M= -p= -Q= -s= -S= -t= -T= -w= -W=",
    operands: "text*"
  },
  dig: { does: "uses the network", lenient: true, operands: "text*" },
  nslookup: { does: "uses the network", lenient: true, operands: "text*" },
  host: { does: "uses the network", lenient: true, operands: "text*" },
  // Nearly every argument of these names something at the other end.
  gh: { does: "uses the network" },
  aws: { does: "uses the network" },
  openssl: { does: "may read and write keys" }
}
