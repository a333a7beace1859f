/**
 * Programs that drive containers and clusters.
 */
import type { Grammar } from "../grammar.ts"

/** Options of `docker run`, `create` and `exec` that come before the image or container. */
export const runOptions =
  "-diPtq -h= -v=volume -a= -c= -e= -l= -m= -p= -u= -w= --add-host= --annotation= --attach= --cap-add= --cap-drop= --cgroupns= --cidfile=write --cpus= --cpu-shares= --cpuset-cpus= --detach --detach-keys= --device=volume --disable-content-trust --dns= --entrypoint= --env= --env-file=read --expose= --gpus= --group-add= --health-cmd= --hostname= --init --interactive --ip= --ipc= --label= --label-file=read --link= --log-driver= --log-opt= --memory= --memory-swap= --mount=mount --name= --net= --network= --network-alias= --no-healthcheck --no-TTY -T --oom-kill-disable --pid= --platform= --privileged --publish= --publish-all --pull= --quiet --read-only --restart= --rm --runtime= --security-opt= --shm-size= --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= --tty --ulimit= --user= --userns= --uts= --volume=volume --volume-driver= --volumes-from= --workdir="

/** Options of `docker` before its subcommand. */
export const engineOptions =
  "-D -H= -c= -l= --config=read --context= --debug --host= --log-level= --tls --tlscacert=read --tlscert=read --tlskey=read --tlsverify -v --version"

/** Options of `docker compose` before its subcommand. */
export const composeOptions =
  "-f=read -p= --file=read --project-name= --env-file=read --profile= --project-directory=any --ansi= --progress= --dry-run --verbose"

const engine: Grammar = {
  does: "drives containers",
  posix: true,
  options: engineOptions,
  sub: {
    run: {
      does: "runs a program in a container",
      opaque: "its program is another system's",
      posix: true,
      options: runOptions,
      operands: "text text*"
    },
    create: { does: "makes a container", posix: true, options: runOptions, operands: "text text*" },
    exec: {
      does: "runs a program in a container",
      opaque: "its program is another system's",
      posix: true,
      options: runOptions,
      operands: "text text*"
    },
    cp: {
      does: "copies to or from a container",
      options: "-aLq --archive --follow-link --quiet",
      operands: "remote remote-write"
    },
    build: {
      does: "runs what the Dockerfile says",
      options:
        "-q -f=read -t= -o=write -m= --file=read --tag= --build-arg= --secret=mount --ssh= --target= --no-cache --pull --push --load --platform= --progress= --output=write --iidfile=write --metadata-file=write --network= --label= --cache-from= --cache-to= --quiet --rm --build-context=ref",
      operands: "tree"
    },
    compose: {
      does: "drives containers",
      posix: true,
      options: composeOptions,
      operands: "text text*"
    },
    save: { does: "writes an archive", options: "-o=write --output=write --platform=", operands: "text*" },
    load: { does: "reads an archive", options: "-i=read --input=read -q --quiet --platform=", operands: "" },
    import: { does: "reads an archive", options: "-c= -m= --change= --message= --platform=", operands: "read text?" },
    export: { does: "writes an archive", options: "-o=write --output=write", operands: "text" }
  }
}

const remote: Grammar = {
  does: "runs a program in a cluster",
  opaque: "its program is another system's",
  lenient: true,
  operands: "text*"
}

/** Options of `kubectl`. */
export const clusterOptions =
  "-f=read -k=read -n= -l= -o= -c= -A -w -R -p -i -t --filename=read --kustomize=read --kubeconfig=read --namespace= --selector= --output= --container= --all-namespaces --watch --recursive --previous --follow --tail= --since= --context= --cluster= --user= --token= --server= --certificate-authority=read --client-certificate=read --client-key=read --dry-run[=] --force --grace-period= --all --wait[=] --timeout= --patch-file=read --from-file=ref --from-env-file=read --from-literal= --type= --patch= --overwrite --show-labels --sort-by= --field-selector= --no-headers --template="

const cluster: Grammar = {
  does: "drives a cluster",
  posix: true,
  options: clusterOptions,
  sub: {
    exec: remote,
    run: remote,
    debug: remote,
    cp: {
      does: "copies to or from a cluster",
      options: "-c= -n= --container= --namespace= --no-preserve --retries=",
      operands: "remote remote-write"
    }
  },
  other: { does: "drives a cluster", options: clusterOptions, operands: "text*" }
}

export const containers: Readonly<Record<string, Grammar>> = {
  docker: engine,
  podman: engine,
  nerdctl: engine,
  "docker-compose": {
    does: "drives containers",
    posix: true,
    options: composeOptions,
    operands: "text text*"
  },
  kubectl: cluster,
  oc: cluster,
  helm: {
    does: "drives a cluster",
    options:
      "-f=read -n= -g -i --values=read --set= --set-string= --set-file=ref --namespace= --kubeconfig=read --kube-context= --version= --install --create-namespace --wait --timeout= --dry-run[=] --debug --atomic --repo= --ca-file=read --cert-file=read --key-file=read",
    operands: "text text? any*"
  }
}
