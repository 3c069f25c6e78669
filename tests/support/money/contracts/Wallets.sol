// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A contract wallet: its owner signs for it (ERC-1271) and sends from it.
contract SmartWallet {
  address public immutable owner;

  constructor(address wallet_owner) {
    owner = wallet_owner;
  }

  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
    require(signature.length == 65, "signature length");
    bytes32 r = bytes32(signature[0:32]);
    bytes32 s = bytes32(signature[32:64]);
    return ecrecover(digest, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }

  function run(address target, bytes calldata data) external returns (bytes memory) {
    require(msg.sender == owner, "only the owner");
    (bool succeeded, bytes memory answer) = target.call(data);
    require(succeeded, "the call failed");
    return answer;
  }
}

/// A contract wallet whose signature check says yes to everything and burns the gas of whoever sends the transfer.
contract GasBurner {
  uint256 immutable amount;

  constructor(uint256 gas_to_burn) {
    amount = gas_to_burn;
  }

  function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
    uint256 begun = gasleft();
    uint256 rounds;
    while (begun - gasleft() < amount) rounds++;
    return bytes4(0x1626ba7e);
  }
}

/// Deploys wallets like the first at predictable addresses (ERC-6492).
contract WalletFactory {
  function make(address owner, bytes32 salt) external returns (address) {
    return address(new SmartWallet{salt: salt}(owner));
  }

  function addressOf(address owner, bytes32 salt) external view returns (address) {
    bytes32 code = keccak256(abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner)));
    return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
  }
}

/// The part of Multicall3 that payment libraries call.
contract Multicall3 {
  struct Call {
    address target;
    bytes callData;
  }
  struct Result {
    bool success;
    bytes returnData;
  }

  function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
      require(!requireSuccess || results[i].success, "Multicall3: call failed");
    }
  }
}
